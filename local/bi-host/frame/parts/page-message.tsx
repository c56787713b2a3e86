import type { ComponentChildren } from 'preact'
import type { BoardProblem } from '../host/calls'
import { Icon } from './icon'

export interface PageMessageProps {
  readonly title: string
  readonly text: string
  /** What is marked in the message's wireframe of a board. */
  readonly sign: 'missing' | 'locked' | 'broken' | 'soon' | 'empty'
  readonly reference?: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
  readonly children?: ComponentChildren
}

/** A full-page message: a small board with the problem marked, a sentence and one action. */
export function PageMessage({ title, text, sign, reference = '', action, children }: PageMessageProps) {
  return (
    <section class="page-message" role={sign === 'soon' || sign === 'empty' ? 'status' : 'alert'}>
      <Wireframe sign={sign} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      {action ? (
        <button type="button" class="button" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
      {reference === '' ? null : (
        <p class="page-reference">
          Reference <code>{reference}</code>
        </p>
      )}
    </section>
  )
}

/** The result of an action, until it is dismissed. Rendered empty first, so that screen readers announce the text. */
export function Notice({
  text,
  className,
  dismiss,
}: {
  readonly text: string
  readonly className: string
  readonly dismiss: () => void
}) {
  return (
    <output class={text === '' ? 'visually-hidden' : className}>
      {text}
      {text === '' ? null : (
        <button type="button" class="icon-button" aria-label="Dismiss" onClick={dismiss}>
          <Icon name="close" size={14} />
        </button>
      )}
    </output>
  )
}

const problemTexts: Readonly<
  Record<BoardProblem['kind'], readonly [string, string, PageMessageProps['sign']]>
> = {
  forbidden: [
    'You don’t have access to this dashboard',
    'Ask its owner for access, or choose another dashboard.',
    'locked',
  ],
  'not-found': ['Dashboard not found', 'It may have been deleted, or the link is incomplete.', 'missing'],
  'signed-out': ['Your session has ended', 'Log in again to see this dashboard.', 'locked'],
  timeout: ['The data took too long', 'Try a shorter time range.', 'broken'],
  unavailable: [
    'Data is unavailable',
    'The analytics service isn’t responding. Your dashboard is safe. Try again in a moment.',
    'broken',
  ],
}

export function ProblemPage({
  problem,
  retry,
}: {
  readonly problem: BoardProblem
  readonly retry: () => void
}) {
  const [title, text, sign] = problemTexts[problem.kind]
  const mayRetry = problem.kind === 'timeout' || problem.kind === 'unavailable'
  return (
    <PageMessage
      title={problem.message?.title ?? title}
      text={problem.message?.text ?? text}
      sign={sign}
      reference={problem.reference}
      action={mayRetry ? { label: 'Try again', run: retry } : undefined}
    />
  )
}

/** A drawing of a board, 240 by 132, with one tile marked. */
function Wireframe({ sign }: { readonly sign: PageMessageProps['sign'] }) {
  return (
    <svg class={`wireframe sign-${sign}`} width="240" height="132" viewBox="0 0 240 132" aria-hidden="true">
      {[0, 1, 2, 3].map((at) => (
        <rect key={at} class="wire" x={0.5 + at * 61} y="0.5" width="56" height="26" rx="3" />
      ))}
      <rect class="wire" x="0.5" y="33.5" width="150" height="98" rx="3" />
      <path class="wire" d="M12 112 L40 92 L64 100 L92 70 L116 78 L140 54" />
      <rect class="wire marked" x="157.5" y="33.5" width="82" height="98" rx="3" />
      {sign === 'broken' || sign === 'missing' ? (
        <path class="mark" d="M188 72 L209 93 M209 72 L188 93" />
      ) : sign === 'locked' ? (
        <path class="mark" d="M186 82 h25 v18 h-25 z M191 82 v-6 a7.5 7.5 0 0 1 15 0 v6" />
      ) : (
        <path class="mark" d="M180 100 v-14 M192 100 v-26 M204 100 v-8 M216 100 v-20" />
      )}
    </svg>
  )
}

/** Placeholder of a board before its outline is known. */
export function BoardSkeleton({
  single,
  bare = false,
}: {
  readonly single: boolean
  /** Tiles only, below an existing header. */
  readonly bare?: boolean
}) {
  const tiles: readonly (readonly [number, number])[] = single
    ? [[60, 320]]
    : [
        [12, 98],
        [12, 98],
        [12, 98],
        [12, 98],
        [12, 98],
        [38, 330],
        [22, 330],
        [30, 290],
        [30, 290],
      ]
  return (
    <div class="board-skeleton" aria-busy="true">
      <output class="visually-hidden">Loading the dashboard</output>
      {single || bare ? null : (
        <div class="liveboard-bar">
          <i class="bone chip-bone" />
          <i class="bone range-bone" />
        </div>
      )}
      <div class="skeleton-grid">
        {tiles.map(([span, height], at) => (
          <i key={at} class="bone" style={{ '--span': span, height: `${height}px` }} />
        ))}
      </div>
    </div>
  )
}
