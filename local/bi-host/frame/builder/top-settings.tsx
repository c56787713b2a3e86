import { useBuilderUi, useQuery } from './context'
import { withQuery } from './edits'

/** Which rows, and in which order. */
export function TopSettings() {
  const { builder } = useBuilderUi()
  const { catalog, query } = useQuery()
  const { top, sort, attributes = [], measures } = query
  const attribute = attributes[0]
  const measure = measures[0]
  const name = (id: string) => catalog.label(id, query)
  const sortable = [...(query.grain === undefined ? [] : ['date']), ...attributes, ...measures]

  return (
    <>
      {attribute === undefined || measure === undefined ? (
        <p class="setting-hint">Split by a field to show only its largest or smallest values.</p>
      ) : (
        <>
          <div class="setting-line">
            <select
              aria-label="Show"
              value={top === undefined ? 'all' : (top.from ?? 'top')}
              onChange={(event) => {
                const from = event.currentTarget.value as 'all' | 'top' | 'bottom'
                builder.edit((answer) =>
                  withQuery(answer, {
                    top:
                      from === 'all'
                        ? undefined
                        : {
                            attribute: top?.attribute ?? attribute,
                            by: top?.by ?? measure,
                            count: top?.count ?? 10,
                            from,
                          },
                  }),
                )
              }}
            >
              <option value="all">Show all</option>
              <option value="top">Show top</option>
              <option value="bottom">Show bottom</option>
            </select>
            {top === undefined ? null : (
              <input
                type="number"
                min={1}
                max={100}
                aria-label="How many to show"
                value={top.count}
                onChange={(event) => {
                  const count = Math.round(Number(event.currentTarget.value))
                  if (count >= 1 && count <= 100)
                    builder.edit((answer) => withQuery(answer, { top: { ...top, count } }))
                }}
              />
            )}
          </div>
          {top === undefined ? null : (
            <div class="setting-line">
              {attributes.length < 2 ? null : (
                <select
                  aria-label="Of what"
                  value={top.attribute}
                  onChange={(event) => {
                    const chosen = event.currentTarget.value
                    builder.edit((answer) => withQuery(answer, { top: { ...top, attribute: chosen } }))
                  }}
                >
                  {attributes.map((id) => (
                    <option key={id} value={id}>
                      {name(id)}
                    </option>
                  ))}
                </select>
              )}
              <span>by</span>
              <select
                aria-label="By what"
                value={top.by}
                onChange={(event) => {
                  const by = event.currentTarget.value
                  builder.edit((answer) => withQuery(answer, { top: { ...top, by } }))
                }}
              >
                {measures.map((id) => (
                  <option key={id} value={id}>
                    {name(id)}
                  </option>
                ))}
              </select>
            </div>
          )}
        </>
      )}
      <div class="setting-line">
        <span>Sort</span>
        <select
          aria-label="Sort by"
          value={sort?.by ?? ''}
          onChange={(event) => {
            const by = event.currentTarget.value
            builder.edit((answer) =>
              withQuery(answer, {
                sort: by === '' ? undefined : { by, descending: sort?.descending ?? by !== 'date' },
              }),
            )
          }}
        >
          <option value="">Default order</option>
          {sortable.map((id) => (
            <option key={id} value={id}>
              by {name(id)}
            </option>
          ))}
        </select>
        {sort === undefined ? null : (
          <select
            aria-label="Direction"
            value={sort.descending === true ? 'down' : 'up'}
            onChange={(event) => {
              const descending = event.currentTarget.value === 'down'
              builder.edit((answer) => withQuery(answer, { sort: { ...sort, descending } }))
            }}
          >
            <option value="down">largest first</option>
            <option value="up">smallest first</option>
          </select>
        )}
      </div>
    </>
  )
}
