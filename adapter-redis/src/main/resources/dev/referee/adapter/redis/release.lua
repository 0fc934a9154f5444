-- Ends a lease. KEYS: lease, held leases. ARGV: not after, name, token, attempt.
-- An attempt that failed gives back what it took: not what the token had been given before, nor what a later attempt has taken. 0 is for all.
local denied = tidy(KEYS[2])
if denied then
  return denied
end
local token, deadline, fence, attempt = holder(KEYS[1])
if token ~= ARGV[3] then
  return {2, now}
end
if ARGV[4] ~= '0' then
  local began = redis.call('HGET', KEYS[1], 'first') == ARGV[4]
  if text(attempt or 0) ~= ARGV[4] or not (began or redis.call('HEXISTS', KEYS[1], 'firm') == 0) then
    return {2, now}
  end
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[2])
return {1, now}
