import { useRef, useState } from 'preact/hooks'
import type { FieldView } from '../../wire/answers'
import { Popover } from '../parts/popover'
import { moveInMenu } from '../tiles/tile-menu'
import { useBuilderUi } from './context'
import { addQuickFormula, quickFormulas } from './edits'
import { Mark } from './icon'

/** Type of what is dragged: a field's id. */
export const fieldType = 'application/x-field'

export interface FieldRowProps {
  readonly field: FieldView
  readonly on: boolean
  /** Attributes: says something about what is measured. */
  readonly fits: boolean
  readonly toggle: () => void
}

/** A field: pressed, it is part of the question. Beside it what it means, and what else can be done with it. */
export function FieldRow({ field, on, fits, toggle }: FieldRowProps) {
  const { builder, open } = useBuilderUi()
  const name = useRef<HTMLButtonElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState(false)
  const [about, setAbout] = useState(false)
  const kind = field.kind === 'measure' ? 'measure' : field.dataType === 'day' ? 'date' : 'attribute'

  function close(refocus: boolean): void {
    setMenu(false)
    if (refocus) name.current?.focus()
  }
  const does = (label: string, run: () => void) => (
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
  )

  return (
    <li class={`field ${on ? 'on' : ''} ${fits ? '' : 'apart'}`} data-field={field.id}>
      <button
        ref={name}
        type="button"
        class="field-name"
        tabIndex={-1}
        aria-keyshortcuts="ArrowRight"
        aria-pressed={on}
        title={fits ? field.definition : 'Does not split what is measured now'}
        draggable
        onDragStart={(event) => event.dataTransfer?.setData(fieldType, field.id)}
        onClick={toggle}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenu(true)
        }}
      >
        <span class="field-kind" data-token-type={kind}>
          <Mark
            name={kind === 'measure' ? 'measure' : kind === 'date' ? 'calendar' : 'attribute'}
            size={13}
          />
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
        <Popover
          anchor={button}
          label={field.label}
          kind="menu"
          className="viz-menu"
          align="end"
          close={close}
        >
          <div role="none" onKeyDown={moveInMenu}>
            {field.kind === 'measure'
              ? [
                  ...quickFormulas.map((quick) =>
                    does(`Add ${quick.label.toLowerCase()}`, () =>
                      builder.edit((answer) => addQuickFormula(answer, quick, field)),
                    ),
                  ),
                  does('Calculate with it…', () => open({ kind: 'formula', id: null, expression: field.id })),
                ]
              : [does(on ? 'Do not split by it' : 'Split by it', toggle)]}
            {does(`Filter by ${field.label}…`, () =>
              document.dispatchEvent(new CustomEvent('builder-filter', { detail: field.id })),
            )}
            {does(about ? 'Hide what it means' : 'What it means', () => setAbout(!about))}
          </div>
        </Popover>
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
