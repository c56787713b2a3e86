/** What a person reads in place of an answer, with what they can do about it. */
export function ProblemNote({
  text,
  action,
  run,
  alert = false,
}: {
  readonly text: string
  readonly action?: string
  readonly run?: () => void
  readonly alert?: boolean
}) {
  return (
    <div class="conv-note" data-alert={alert} role={alert ? 'alert' : undefined}>
      <p>{text}</p>
      {action === undefined ? null : (
        <button type="button" class="text-button" onClick={run}>
          {action}
        </button>
      )}
    </div>
  )
}
