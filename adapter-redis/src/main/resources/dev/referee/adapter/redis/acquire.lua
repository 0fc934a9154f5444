-- Takes a lease on one server. KEYS: lease, fence, held leases. ARGV: not after, name, token, holder, microseconds.
local denied = tidy(KEYS[3])
if denied then
  return denied
end
local token, deadline, fence = holder(KEYS[1])
if token and token ~= ARGV[3] then
  return {2, now, deadline - now}
end
if not token then
  -- The clock keeps the numbers rising when the counter is lost, the counter when the clock is set back.
  fence = math.max((redis.call('GET', KEYS[2]) or 0) + 1, now)
  if fence >= 9007199254740992 then
    return redis.error_reply('ERR the fence number is too large')
  end
  redis.call('SET', KEYS[2], text(fence))
end
redis.call('HSET', KEYS[1], 'token', ARGV[3], 'holder', ARGV[4], 'fence', text(fence))
extend(KEYS[1], KEYS[3], ARGV[2], ARGV[5])
return {1, now, fence}
