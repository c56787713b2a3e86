import type { ComponentChildren } from 'preact'

/** In place of an answer: what is the matter, and what to do. */
export function PanelMessage({
  title,
  text,
  urgent = false,
  reference = '',
  action,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly urgent?: boolean
  readonly reference?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly children?: ComponentChildren
}) {
  return (
    <section class="panel-message" role={urgent ? 'alert' : 'status'}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="panel-message-actions">
        {action ? (
          <button type="button" class="button" onClick={action.run}>
            {action.label}
          </button>
        ) : null}
        {children}
      </div>
      {reference === '' ? null : (
        <p class="page-reference">
          Reference <code>{reference}</code>
        </p>
      )}
    </section>
  )
}
