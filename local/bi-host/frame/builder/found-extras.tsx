import type { FieldView } from '../../wire/answers'
import { useBuilderUi, useQuery } from './context'
import { addQuickFormula, quickFormulas, setFilter } from './edits'
import { Mark } from './icon'

const mostValues = 6
const mostMeasures = 6

/** What a search of the fields finds beside fields: things by their name ("ETH", "Tron"), and calculations ("growth"). */
export function FoundExtras({ wanted }: { readonly wanted: string }) {
  const { builder, announce } = useBuilderUi()
  const { catalog, query } = useQuery()
  const { sources } = catalog.reply
  if (wanted.length < 2) return null
  const begun = query.measures.length > 0

  const values = new Map<string, { readonly field: FieldView; readonly value: string }>()
  for (const field of sources.flatMap(({ attributes }) => attributes))
    if (!begun || catalog.splits(field, query))
      for (const value of field.values ?? [])
        if (value.toLowerCase().startsWith(wanted) && !values.has(`${field.concept} ${value}`))
          values.set(`${field.concept} ${value}`, { field, value })

  const calculations = quickFormulas.filter(({ label }) => label.toLowerCase().includes(wanted))
  const chosen = query.measures.flatMap((id) => catalog.field(id) ?? [])
  const near = chosen.length > 0 ? chosen : sources.flatMap(({ measures }) => measures.slice(0, 1))

  function only(field: FieldView, value: string): void {
    announce(`Only ${value}`)
    // Without a measure the name is a question of its own.
    if (!begun) return void builder.ask(value)
    const before = query.filters?.find((filter) => filter.field === field.id && filter.op === 'in')
    builder.edit((answer) =>
      setFilter(answer, field.id, {
        field: field.id,
        op: 'in',
        values: [...new Set([...(before?.values ?? []), value])],
      }),
    )
  }

  return (
    <>
      {calculations.length === 0 ? null : (
        <section aria-label="Calculations">
          <h3 class="fields-topic">Calculations</h3>
          <ul class="source-fields">
            {calculations.flatMap((quick) =>
              near
                .slice(0, mostMeasures)
                .map((measure) => (
                  <Extra
                    key={`${quick.label} ${measure.id}`}
                    kind="formula"
                    label={quick.name(measure.label)}
                    run={() => builder.edit((answer) => addQuickFormula(answer, quick, measure))}
                  />
                )),
            )}
          </ul>
        </section>
      )}
      {values.size === 0 ? null : (
        <section aria-label="Names">
          <h3 class="fields-topic">Names</h3>
          <ul class="source-fields">
            {[...values.values()].slice(0, mostValues).map(({ field, value }) => (
              <Extra
                key={`${field.id} ${value}`}
                kind="attribute"
                label={begun ? `Only ${value}` : value}
                detail={field.label}
                run={() => only(field, value)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Extra({
  kind,
  label,
  detail,
  run,
}: {
  readonly kind: 'formula' | 'attribute'
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}) {
  return (
    <li class="field">
      <button type="button" class="field-name" tabIndex={-1} onClick={run}>
        <span class="field-kind" data-token-type={kind}>
          <Mark name={kind === 'formula' ? 'formula' : 'filter'} size={13} />
        </span>
        <span class="field-label">{label}</span>
        {detail === undefined ? null : <small class="field-detail">{detail}</small>}
      </button>
    </li>
  )
}
