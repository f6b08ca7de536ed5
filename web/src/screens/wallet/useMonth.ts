import { useAddress } from '../../parts/useAddress.ts'

// useMonth keeps a month, such as 2026-01, in the address; by default it is the present one.
export function useMonth(thisMonth: string) {
  const [chosen, setChosen] = useAddress('month')
  const month = /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(chosen) ? chosen : thisMonth
  return {
    month,
    input: { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) },
    choose: (next: string) => setChosen(next === thisMonth ? '' : next),
  }
}
