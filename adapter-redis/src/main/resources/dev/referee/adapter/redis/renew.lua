-- Gives the holder this time from now. KEYS: lease, held leases, and of a majority's node its own key.
-- ARGV: not after, name, token, microseconds, longest lease.
local denied = tidy(KEYS[2])
if denied then
  return denied
end
if KEYS[3] then
  local out = stay_out(KEYS[3], ARGV[5])
  if out > 0 then
    return {3, now, out}
  end
end
local token, deadline, fence = holder(KEYS[1])
if token ~= ARGV[3] then
  return {2, now}
end
if KEYS[3] then
  redis.call('HSET', KEYS[1], 'firm', '1')
end
extend(KEYS[1], KEYS[2], ARGV[2], ARGV[4])
return {1, now, fence}
