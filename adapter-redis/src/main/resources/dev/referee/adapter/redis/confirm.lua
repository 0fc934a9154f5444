-- The second step: raises the counter to the fence, whoever holds the lease here, and says whether the proposal still stands.
-- KEYS: lease, fence, held leases, node. ARGV: not after, name, token, fence, longest lease.
local denied = tidy(KEYS[3])
if denied then
  return denied
end
local proposed = tonumber(ARGV[4])
if tonumber(redis.call('GET', KEYS[2]) or 0) < proposed then
  redis.call('SET', KEYS[2], text(proposed))
end
local out = stay_out(KEYS[4], ARGV[5])
if out > 0 then
  return {3, now, out}
end
local token, deadline, fence = holder(KEYS[1])
if token ~= ARGV[3] then
  return {2, now}
end
redis.call('HSET', KEYS[1], 'fence', text(math.max(fence, proposed)))
redis.call('ZADD', KEYS[3], text(deadline), ARGV[2])
return {1, now}
