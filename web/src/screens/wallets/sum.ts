// sum adds two amounts of money, which have at most four decimals.
export function sum(one: number, other: number): number {
  return Math.round((one + other) * 10_000) / 10_000
}
