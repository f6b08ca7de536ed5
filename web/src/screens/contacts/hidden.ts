// skip returns the place of a line in a list of which the places in hidden, in ascending order, have
// no line.
export function skip(line: number, hidden: number[]): number {
  let place = line
  for (const gone of hidden) {
    if (gone > place) {
      break
    }
    place++
  }
  return place
}
