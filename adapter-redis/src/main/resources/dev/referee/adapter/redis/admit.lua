-- Lets a node take part at once: who says so knows that no lease runs that it could have forgotten. KEYS: node. ARGV: not after.
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
redis.call('HSET', KEYS[1], 'run', run, 'since', '0')
return {1, now}
