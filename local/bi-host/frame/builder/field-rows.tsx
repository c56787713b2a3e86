import { useRef, useState } from 'preact/hooks'
import type { FieldView } from '../../wire/answers'
import { Popover } from '../parts/floating'
import { moveInMenu } from '../tiles/tile-menu'
import { useBuilderUi, useQuery } from './builder'
import { addQuickFormula, quickFormulas, setFilter } from './edits'
import { Mark } from './controls'

/** Drag data type: a field id. */
export const fieldType = 'application/x-field'

export interface FieldRowProps {
  readonly field: FieldView
  readonly on: boolean
  /** Attributes: applies to what is measured. */
  readonly fits: boolean
  readonly toggle: () => void
}

/** A field: a click adds it to the question. Buttons beside it show its meaning and further actions. */
export function FieldRow({ field, on, fits, toggle }: FieldRowProps) {
  const name = useRef<HTMLButtonElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState(false)
  const [about, setAbout] = useState(false)
  const kind = field.kind === 'measure' ? 'measure' : field.dataType === 'day' ? 'date' : 'attribute'

  return (
    <li class={`field ${on ? 'on' : ''} ${fits ? '' : 'apart'}`} data-field={field.id}>
      <button
        ref={name}
        type="button"
        class="field-name"
        tabIndex={-1}
        aria-keyshortcuts="ArrowRight"
        aria-pressed={on}
        title={fits ? field.definition : 'Can’t split the current measure'}
        draggable
        onDragStart={(event) => event.dataTransfer?.setData(fieldType, field.id)}
        onClick={toggle}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenu(true)
        }}
      >
        <span class="field-kind" data-token-type={kind}>
          <Mark name={kind === 'date' ? 'calendar' : kind} size={13} />
        </span>
        <span class="field-label">{field.label}</span>
        {on ? <Mark name="check" size={14} /> : null}
      </button>
      <button
        ref={button}
        type="button"
        class="icon-button field-more"
        tabIndex={-1}
        aria-label={`More about ${field.label}`}
        aria-haspopup="menu"
        aria-expanded={menu}
        onClick={() => setMenu(!menu)}
      >
        <Mark name={field.kind === 'measure' ? 'formula' : 'filter'} size={14} />
      </button>
      {menu ? (
        <FieldMenu
          anchor={button}
          field={field}
          split={[on ? 'Do not split by it' : 'Split by it', toggle]}
          details={[about ? 'Hide details' : 'About this field', () => setAbout(!about)]}
          close={(refocus) => {
            setMenu(false)
            if (refocus) name.current?.focus()
          }}
        />
      ) : null}
      {about ? (
        <p class="field-about">
          {field.definition ?? `${field.values?.length ?? 0} values`}
          {field.unit === undefined ? null : <span>{field.unit}</span>}
        </p>
      ) : null}
    </li>
  )
}

type MenuEntry = readonly [label: string, run: () => void]

function FieldMenu({
  anchor,
  field,
  split,
  details,
  close,
}: {
  readonly anchor: { readonly current: HTMLElement | null }
  readonly field: FieldView
  readonly split: MenuEntry
  readonly details: MenuEntry
  readonly close: (refocus: boolean) => void
}) {
  const { builder, open } = useBuilderUi()
  const calculations = quickFormulas.map((quick): MenuEntry => [
    `Add ${quick.label.toLowerCase()}`,
    () => builder.edit((answer) => addQuickFormula(answer, quick, field)),
  ])
  const calculate = () => open({ kind: 'formula', id: null, expression: field.id })
  const filter = () => document.dispatchEvent(new CustomEvent('builder-filter', { detail: field.id }))
  const entries: readonly MenuEntry[] = [
    ...(field.kind === 'measure' ? [...calculations, ['Calculate with it…', calculate] as const] : [split]),
    [`Filter by ${field.label}…`, filter],
    details,
  ]
  return (
    <Popover anchor={anchor} label={field.label} kind="menu" className="viz-menu" align="end" close={close}>
      <div role="none" onKeyDown={moveInMenu}>
        {entries.map(([label, run]) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            class="viz-menu-item"
            tabIndex={-1}
            onClick={() => {
              close(true)
              run()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </Popover>
  )
}

const maxValues = 6
const maxMeasures = 6

/** Search results other than fields: values by name ("ETH", "Tron"), and calculations ("growth"). */
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
    // Without a measure, the name is a question of its own.
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
                .slice(0, maxMeasures)
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
            {[...values.values()].slice(0, maxValues).map(({ field, value }) => (
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
