import type { ReactNode } from 'react'
import type { Reference } from '../hooks/reference'
import { useReportProblem } from '../hooks/use-report-problem'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'

/** The problem that the picture shows. */
export type Trouble = 'failed' | 'offline' | 'missing' | 'refused' | 'empty'

/** A small board, 240 by 132 px, that shows what happened to the real one. Decorative: the text beside it says the same. */
function Wireframe({ trouble }: { readonly trouble: Trouble }): ReactNode {
  return (
    <svg
      className="state__picture wireframe"
      width="240"
      height="132"
      viewBox="0 0 240 132"
      aria-hidden="true"
    >
      {[0, 82].map((x) => (
        <g key={x}>
          <rect x={x + 0.5} y="0.5" width="75" height="40" rx="3.5" />
          <TextLines x={x} />
        </g>
      ))}
      {trouble === 'missing' || trouble === 'empty' ? (
        <g className="wireframe__hint">
          <rect className="wireframe__hint--dashed" x="164.5" y="0.5" width="75" height="40" rx="3.5" />
          {trouble === 'empty' ? (
            <path d="M202 14v13M195.5 20.500h13" />
          ) : (
            <path d="M198.500 17.200a3.600 3.600 0 1 1 5.300 3.100c-1.200.7-1.800 1.300-1.800 2.700M202 26.900v.1" />
          )}
        </g>
      ) : (
        <g>
          <rect x="164.5" y="0.5" width="75" height="40" rx="3.5" />
          <TextLines x={164} />
        </g>
      )}
      <Chart trouble={trouble} />
    </svg>
  )
}

function TextLines({ x }: { readonly x: number }): ReactNode {
  return (
    <>
      <rect className="wireframe__bar" x={x + 10} y="12" width="30" height="4" rx="2" />
      <rect className="wireframe__bar" x={x + 10} y="24" width="18" height="4" rx="2" />
    </>
  )
}

function Chart({ trouble }: { readonly trouble: Trouble }): ReactNode {
  if (trouble === 'missing' || trouble === 'empty')
    return (
      <g>
        <rect x="0.5" y="48.500" width="157" height="83" rx="3.5" />
        <path className="wireframe__mark" d="m14 112 24-16 18 7 24-24 22 9 40-26" />
        <rect x="164.500" y="48.500" width="75" height="83" rx="3.5" />
        <g className="wireframe__solid">
          <rect x="179" y="92" width="6" height="24" />
          <rect x="193" y="76" width="6" height="40" />
          <rect x="207" y="86" width="6" height="30" />
          <rect x="221" y="98" width="6" height="18" />
        </g>
      </g>
    )
  return (
    <g>
      <rect x="0.5" y="48.500" width="239" height="83" rx="3.5" />
      <path className="wireframe__mark" d="m14 110 24-18 20 9 28-26 18 7" />
      <path className="wireframe__gap" d="M122 84h105" />
      <g className="wireframe__trouble">
        <circle cx="110" cy="84" r="9" />
        {trouble === 'failed' && <path d="m106.800 80.800 6.400 6.400m0-6.400-6.400 6.400" />}
        {trouble === 'offline' && (
          <path d="M105.500 82.500a6.500 6.500 0 0 1 9 0M108 85.500a3 3 0 0 1 4 0m-2 2.800v.1" />
        )}
        {trouble === 'refused' && (
          <path d="M106.800 83.500h6.400v4h-6.400zm1.300 0v-1.400a1.900 1.900 0 0 1 3.800 0v1.400" />
        )}
      </g>
    </g>
  )
}

function ReferenceLine({ reference }: { readonly reference: Reference }): ReactNode {
  const [copied, setCopied] = useState(false)
  const reportProblem = useReportProblem()
  const Mark = copied ? Check : Copy
  const copy = (): void => {
    navigator.clipboard.writeText(`${reference.code} ${reference.time}`).then(
      () => setCopied(true),
      // Without permission to write to the clipboard, the user can still read the reference.
      () => setCopied(false),
    )
  }
  return (
    <p className="reference">
      <span>
        Reference <strong>{reference.code}</strong>
      </span>
      <span>{reference.time}</span>
      <button type="button" className="text-button text-button--quiet" onClick={copy}>
        <Mark size={16} strokeWidth={1.75} aria-hidden="true" />
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </button>
      <button type="button" className="text-button text-button--quiet" onClick={() => void reportProblem()}>
        Report a problem
      </button>
    </p>
  )
}

/**
 * The one design for empty, failed, offline, missing and refused: a picture, a title, one sentence, one action, and for errors a
 * reference to quote. `level` is 1 where the panel is the page itself.
 */
export function StatePanel({
  trouble,
  title,
  text,
  action,
  reference,
  level = 2,
  extent = 'inside',
  role,
}: {
  readonly trouble: Trouble
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly reference?: Reference
  readonly level?: 1 | 2
  /** `framed`: in place of a board. `page`: the whole content. `whole`: the whole window. */
  readonly extent?: 'inside' | 'framed' | 'page' | 'whole'
  /** For a failure that follows an action of the user: it is announced. */
  readonly role?: 'alert'
}): ReactNode {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={extent === 'inside' ? 'state' : `state state--${extent}`} role={role}>
      <Wireframe trouble={trouble} />
      <Heading className="state__title">{title}</Heading>
      <p className="state__text">{text}</p>
      {action}
      {reference !== undefined && <ReferenceLine reference={reference} />}
    </div>
  )
}
