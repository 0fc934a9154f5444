-- The first step of taking a lease on a majority: takes it here for a moment, without a fence yet, and tells the counter.
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
local firm = redis.call('HEXISTS', KEYS[1], 'firm')
if token and token ~= ARGV[3] then
  return {2, now, deadline - now, counter, firm}
end
if token == ARGV[3] then
  if attempt > tonumber(ARGV[6]) then
    return {0, now}
  end
else
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'token', ARGV[3], 'fence', '0', 'first', ARGV[6])
  deadline = 0
  fence = 0
end
deadline = math.max(deadline, now + ARGV[5])
redis.call('HSET', KEYS[1], 'holder', ARGV[4], 'attempt', ARGV[6], 'deadline', text(deadline))
redis.call('PEXPIREAT', KEYS[1], text(math.ceil(deadline / 1000)))
return {1, now, 0, counter, fence}
