package pricing

// ReadMeterAt is [ReadMeter] at another time than now.
var ReadMeterAt = readMeter
