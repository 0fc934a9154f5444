-- The first step of taking a lease on a majority: takes it here, without a fence yet, and tells the counter.
-- KEYS: lease, fence, held leases, node. ARGV: not after, name, token, holder, microseconds, attempt, longest lease.
local denied = tidy(KEYS[3])
if denied then
  return denied
end
local out = stay_out(KEYS[4], ARGV[7])
if out > 0 then
  return {3, now, out}
end
local counter = tonumber(redis.call('GET', KEYS[2]) or 0)
local token, deadline, fence, attempt = holder(KEYS[1])
if token and token ~= ARGV[3] then
  return {2, now, deadline - now, counter, fence}
end
if token and attempt > tonumber(ARGV[6]) then
  return {0, now}
end
if not token then
  fence = 0
  redis.call('HSET', KEYS[1], 'first', ARGV[6])
end
redis.call('HSET', KEYS[1], 'token', ARGV[3], 'holder', ARGV[4], 'fence', text(fence), 'attempt', ARGV[6])
deadline = now + ARGV[5]
redis.call('HSET', KEYS[1], 'deadline', text(deadline))
redis.call('PEXPIREAT', KEYS[1], text(math.ceil(deadline / 1000)))
return {1, now, 0, counter, fence}
