-- The second step: raises the counter to the fence, whoever holds the lease here, and makes the lease firm if the proposal still stands.
-- KEYS: lease, fence, held leases, node. ARGV: not after, name, token, microseconds, fence, longest lease.
local denied = tidy(KEYS[3])
if denied then
  return denied
end
local proposed = tonumber(ARGV[5])
if tonumber(redis.call('GET', KEYS[2]) or 0) < proposed then
  redis.call('SET', KEYS[2], text(proposed))
end
local out = stay_out(KEYS[4], ARGV[6])
if out > 0 then
  return {3, now, out}
end
local token, deadline, fence = holder(KEYS[1])
if token ~= ARGV[3] then
  return {2, now}
end
redis.call('HSET', KEYS[1], 'firm', '1', 'fence', text(math.max(fence, proposed)))
extend(KEYS[1], KEYS[3], ARGV[2], ARGV[4])
return {1, now}
