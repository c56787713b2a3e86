import { useEffect, useState } from 'preact/hooks'
import type { SavedAnswerHead } from '../../wire/answers'
import { useBuilderUi } from './context'
import { IconButton } from './controls'
import { Dialog } from './dialog'

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The charts this person has saved: open one, or delete it. */
export function ChartsDialog() {
  const { builder, open, announce } = useBuilderUi()
  const [charts, setCharts] = useState<readonly SavedAnswerHead[] | null>(null)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    void builder.host('ListAnswers', {}).then((reply) => {
      setCharts(reply.ok ? reply.value.answers : [])
      if (!reply.ok) setProblem('Your charts could not be read. Try again in a moment.')
    })
  }, [builder])

  async function show(id: string): Promise<void> {
    const reply = await builder.host('OpenAnswer', { id })
    if (!reply.ok) return setProblem('This chart could not be opened.')
    const { answer, head, problems } = reply.value
    builder.open(answer, { saved: head, problems })
    open(null)
  }

  async function remove({ id, title }: SavedAnswerHead): Promise<void> {
    if (asked !== id) return setAsked(id)
    const reply = await builder.host('DeleteAnswer', { id })
    if (!reply.ok) return setProblem('This chart could not be deleted.')
    setCharts((before) => (before ?? []).filter((chart) => chart.id !== id))
    announce(`${title} deleted`)
  }

  return (
    <Dialog title="Your charts" close={() => open(null)}>
      {problem === '' ? null : (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
      {charts === null ? (
        <output class="form-hint">Reading your charts…</output>
      ) : charts.length === 0 ? (
        <p class="form-hint">Nothing saved yet. Build a chart and press Save.</p>
      ) : (
        <ul class="chart-list">
          {charts.map((chart) => (
            <li key={chart.id}>
              <button type="button" class="chart-list-name" onClick={() => void show(chart.id)}>
                <span>{chart.title}</span>
                <small>{day.format(chart.modified)}</small>
              </button>
              {asked === chart.id ? (
                <button type="button" class="text-button inline" onClick={() => void remove(chart)}>
                  Delete for good
                </button>
              ) : (
                <IconButton icon="delete" label={`Delete ${chart.title}`} run={() => void remove(chart)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
