// Every test file: time zones must come from data, never from the machine.
process.env.TZ = 'Pacific/Kiritimati'
