import { useRef } from 'preact/hooks'
import type { Chip, ChipTarget, NotUnderstood } from '../../wire/answers'
import { useBuilderState, useBuilderUi } from './builder'
import { removeChip } from './edits'
import { Mark, moveAmong, TextButton, useRoving } from './controls'
/** Targets of the arrow keys. */
const names = '.answer-chip-name'

/** The reading of the question, one chip per part. Each chip can be removed, and opens the control that changes it. */
export function Chips() {
  const { builder, announce } = useBuilderUi()
  const reading = useBuilderState((state) => state.reading)
  const reply = useBuilderState((state) => state.reply)
  const list = useRef<HTMLUListElement>(null)
  useRoving(list, names)
  const own = useBuilderState((state) => state.answer.query.filters?.length ?? 0)
  // The embedding page's filters come after the chart's own, and the user cannot remove them.
  const fromPage = (chip: Chip): boolean => chip.target.part === 'filter' && chip.target.index >= own
  const ran = reply?.chips ?? []
  // A reading marks assumed parts. After a manual change there is only the result.
  const chips = reading ? [...reading.chips, ...ran.filter(fromPage)] : ran
  // Reserve the row while it is empty, so that the content below does not move.
  if (chips.length === 0 && (reading?.notUnderstood.length ?? 0) === 0)
    return (
      <p class="answer-chips none">
        Each part of your question appears here. Click one to change or remove it.
      </p>
    )

  function remove(chip: Chip, name: HTMLElement): void {
    // Keep the focus in the row: move it to the chip before, whose position does not change.
    const before = name.closest('li')?.previousElementSibling?.querySelector<HTMLElement>(names)
    if (before && list.current?.contains(document.activeElement)) before.focus()
    builder.edit((answer) => removeChip(answer, chip.target))
    announce(`${chip.label} removed`)
  }

  return (
    <div class="answer-chips">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside */}
      <ul
        ref={list}
        class="answer-chip-list"
        aria-label="How the question was read"
        onKeyDown={(event) => void moveAmong(event, names, 'across')}
      >
        {chips.map((chip, at) => (
          // Keyed by position: the next chip moves up to the focus of the removed one.
          <ChipItem
            key={at}
            chip={chip}
            fromPage={reading?.answer !== null && fromPage(chip)}
            // A question with unsettled words has no chart yet to remove a part from.
            remove={reading?.answer === null ? null : (name) => remove(chip, name)}
          />
        ))}
        {reading?.notUnderstood.map((word) => (
          <Unknown key={word.start} word={word} />
        ))}
      </ul>
      <Ambiguities />
    </div>
  )
}

function ChipItem({
  chip,
  fromPage,
  remove,
}: {
  readonly chip: Chip
  readonly fromPage: boolean
  readonly remove: ((name: HTMLElement) => void) | null
}) {
  const { open } = useBuilderUi()
  const { kind, label, assumed, detail, target } = chip
  const removable = !assumed && !fromPage && remove !== null
  return (
    <li class={`answer-chip ${assumed ? 'assumed' : ''}`} data-token-type={kind}>
      <button
        type="button"
        class="answer-chip-name"
        tabIndex={-1}
        aria-keyshortcuts={removable ? 'Delete' : undefined}
        title={fromPage ? 'Set by this page' : (detail ?? (assumed ? 'Chosen for you' : undefined))}
        onClick={() => {
          open({ kind: 'settings' })
          requestAnimationFrame(() => focusPart(target))
        }}
        onKeyDown={(event) => {
          if (!removable || (event.key !== 'Delete' && event.key !== 'Backspace')) return
          event.preventDefault()
          remove?.(event.currentTarget)
        }}
      >
        {label}
      </button>
      {removable ? (
        <button
          type="button"
          class="answer-chip-remove"
          tabIndex={-1}
          aria-label={`Remove ${label}`}
          onClick={(event) => remove?.(event.currentTarget)}
        >
          <Mark name="close" size={13} />
        </button>
      ) : null}
    </li>
  )
}

/** A word that was not understood: one click replaces it or leaves it out. */
function Unknown({ word }: { readonly word: NotUnderstood }) {
  const { builder } = useBuilderUi()
  const { without } = word
  const phrase = useBuilderState((state) => state.reading?.phrase ?? '')
  return (
    <li class="answer-chip unknown">
      <span role="alert">
        We don’t have data on “<b>{word.text}</b>”.
        {word.unfit ? ` Nearest: ${word.unfit.join(' and ')}, which can’t answer this.` : null}
        {word.suggestions.length === 0 ? null : ' Nearest:'}
      </span>
      {word.suggestions.map((near) => (
        <TextButton
          key={near}
          text={near}
          run={() => void builder.ask(`${phrase.slice(0, word.start)}${near}${phrase.slice(word.end)}`)}
        />
      ))}
      {without === undefined ? null : (
        <TextButton
          text="Leave out"
          spoken={`Leave out ${word.text}`}
          run={() => void builder.ask(without)}
        />
      )}
    </li>
  )
}

function Ambiguities() {
  const { builder } = useBuilderUi()
  const reading = useBuilderState((state) => state.reading)
  if (!reading || reading.ambiguities.length === 0) return null
  return (
    <>
      {reading.ambiguities.map((word) => (
        <fieldset key={word.start} class="ambiguity">
          <legend>“{word.text}” can mean</legend>
          {word.choices.map((choice, at) => (
            <label key={choice.id} title={choice.detail}>
              <input
                type="radio"
                name={`meaning-${word.start}`}
                checked={
                  choice.id === word.chosen || (word.chosen === null && at === 0 && reading.answer !== null)
                }
                onChange={() => void builder.ask(reading.phrase, { choices: { [word.text]: choice.id } })}
              />
              <span>{choice.label}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}

/** Scrolls to the setting that a chip stands for. */
function focusPart(target: ChipTarget): void {
  const section = document.querySelector<HTMLElement>(`[data-part~="${target.part}"]`)
  section?.scrollIntoView({ block: 'nearest' })
  section?.querySelector<HTMLElement>('input, select, button')?.focus()
}

/** The chips in one sentence, for screen readers. */
export function chipSentence(chips: readonly Chip[]): string {
  return chips.map((chip) => chip.label).join(', ')
}
