import { Job } from './Job.tsx'
import { List } from './List.tsx'
import { Start } from './Start.tsx'

// Imports is the list of imports, the start of one, or one of them.
export default function Imports({ id }: { id?: string }) {
  return id === 'new' ? <Start /> : id ? <Job key={id} id={id} /> : <List />
}
