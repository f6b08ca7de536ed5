import { useWords } from '../../words/language.ts'
import { isSort, type Column } from './columns.tsx'
import type { Filter } from './useFilter.ts'
import type { Selection } from './useSelection.ts'
import { contacts } from './words.ts'

interface Props {
  columns: Column[]
  template: string
  filter: Filter
  change: (part: Partial<Filter>) => void
  selection: Selection
}

// GridHead names the columns, and orders the list by one of them.
export function GridHead({ columns, template, filter, change, selection }: Props) {
  const words = useWords(contacts)
  const some = selection.places.size > 0
  return (
    <div role="rowgroup" style={{ position: 'sticky', top: 0, zIndex: 1 }}>
      <div role="row" aria-rowindex={1} className="contacts-head" style={{ gridTemplateColumns: template }}>
        <div role="columnheader">
          <input type="checkbox" checked={some} disabled={selection.reading} aria-label={some ? words.clear : words.selectAll} onChange={() => (some ? selection.clear() : void selection.all())} />
        </div>
        {columns.map(({ name }) => {
          const sorted = filter.sort === name
          const next = sorted ? !filter.descending : name.endsWith('At')
          return (
            <div key={name} role="columnheader" aria-sort={sorted ? (filter.descending ? 'descending' : 'ascending') : undefined}>
              {isSort(name) ? (
                <button type="button" className="contacts-sort" data-sorted={sorted || undefined} onClick={() => change({ sort: name, descending: next })}>
                  {words[name]}
                  <span aria-hidden>{sorted ? (filter.descending ? '↓' : '↑') : ''}</span>
                </button>
              ) : (
                words[name]
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
