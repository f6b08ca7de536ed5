import { nice, ticks } from 'd3-array'

// Scale places values on an axis.
export interface Scale {
  // place returns where a value is, from 0 at the least value to 1 at the greatest.
  place: (value: number) => number
  // ticks are the values that the axis names.
  ticks: number[]
}

// scaleOf returns a scale from zero over all values, with round ends. Whole numbers have whole ticks.
export function scaleOf(values: number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [low, high] = nice(least, most > least ? most : least + 1, 4)
  const whole = values.every(Number.isInteger)
  return {
    place: (value) => (value - low) / (high - low),
    ticks: ticks(low, high, 4).filter((tick) => !whole || Number.isInteger(tick)),
  }
}
