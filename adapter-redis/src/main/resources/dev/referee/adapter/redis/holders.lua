-- Lists who holds a lease now: name, holder, fence, deadline of each. One whose fence a majority's node was not told yet is listed by those
-- that were. KEYS: held leases. ARGV: not after, what stands before a lease's name.
local found = {1, now}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf')) do
  local lease = redis.call('HMGET', ARGV[2] .. name, 'holder', 'fence', 'deadline')
  if lease[1] and lease[2] ~= '0' and tonumber(lease[3]) > now then
    table.insert(found, name)
    table.insert(found, lease[1])
    table.insert(found, tonumber(lease[2]))
    table.insert(found, tonumber(lease[3]))
  end
end
return found
