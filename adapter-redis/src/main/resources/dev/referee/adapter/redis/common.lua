-- Put before each script. The first argument is the last moment, in microseconds of this server's clock, at which the command may take
-- effect: one that was held up on its way (a stopped server, a resent packet) comes after its sender gave up, and must change nothing.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
if now > tonumber(ARGV[1]) then
  return {0, now}
end

-- Microseconds since 1970 have 16 digits: more than tostring gives.
local function text(number)
  return string.format('%.0f', number)
end

-- Takes leases whose time is over off the list. It is the first write of a script: a server that takes none (a replica, one that cannot save)
-- says so here, and its error is passed on as it is, without what servers before 7 put in front of an error inside a script.
local function tidy(held)
  local done = redis.pcall('ZREMRANGEBYSCORE', held, '-inf', text(now))
  if type(done) == 'table' then
    return redis.error_reply((string.gsub(done.err, '^@user_script: %d+: %-', '')))
  end
  return nil
end

-- The token, if somebody holds the lease now, and its other fields.
local function holder(key)
  local lease = redis.call('HMGET', key, 'token', 'deadline', 'fence', 'attempt')
  if lease[1] and tonumber(lease[2]) > now then
    return lease[1], tonumber(lease[2]), tonumber(lease[3]), tonumber(lease[4])
  end
  return nil
end

-- The key goes by itself when the time is over; who holds the lease is decided by the field, to the microsecond.
local function extend(key, held, name, micros)
  local deadline = now + micros
  redis.call('HSET', key, 'deadline', text(deadline))
  redis.call('PEXPIREAT', key, text(math.ceil(deadline / 1000)))
  redis.call('ZADD', held, text(deadline), name)
end

-- For how long this node has to stay out of majorities still, because it may have forgotten leases: it was started, or emptied, or is new.
local function stay_out(key, longest)
  local run, up = string.match(redis.call('INFO', 'server'), 'run_id:(%x+).-uptime_in_seconds:(%d+)')
  local node = redis.call('HMGET', key, 'run', 'since')
  local since = node[2]
  if node[1] ~= run then
    since = now
    if node[1] then
      since = now - up * 1000000
    end
    redis.call('HSET', key, 'run', run, 'since', text(since))
  end
  return since + longest - now
end
