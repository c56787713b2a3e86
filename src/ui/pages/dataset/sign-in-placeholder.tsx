import type { ReactNode } from 'react'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { ButtonLink } from '../../components/button'
import { LogInOrRetry } from '../../components/log-in-or-retry'
import { paths } from '../../hooks/routes'

/** A decorative curve over `width`, made of a few waves: the same for every visitor, and not real data. */
function curve(seed: number, width: number, height: number, slope: number): string {
  const steps = 48
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = step / steps
    const wave =
      Math.sin(at * 9 + seed) * 0.12 + Math.sin(at * 23 + seed * 2) * 0.06 + Math.sin(at * 61 + seed) * 0.03
    const y = height * Math.min(0.95, Math.max(0.05, 0.55 - slope * (at - 0.5) + wave))
    return `${step === 0 ? 'M' : 'L'}${(at * width).toFixed(1)} ${y.toFixed(1)}`
  }).join('')
}

const colors = ['#ff7a2f', '#5b93f5', '#2fc0a5', '#b08cf9', '#f0c04f']

function Card({
  x,
  y,
  width,
  height,
}: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}): ReactNode {
  return <rect className="page-picture__card" x={x} y={y} width={width} height={height} rx="4" />
}

function Bar({
  x,
  y,
  width,
  height = 10,
  strong = false,
}: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height?: number
  readonly strong?: boolean
}): ReactNode {
  return (
    <rect
      className={strong ? 'page-picture__word' : 'page-picture__words'}
      x={x}
      y={y}
      width={width}
      height={height}
      rx="4"
    />
  )
}

/** A dataset page as if seen from far away. It is drawn to be blurred: no text, no numbers. */
function PagePicture(): ReactNode {
  return (
    <div className="page-picture">
      <svg viewBox="0 0 1144 1010" preserveAspectRatio="xMidYMin slice" fill="none">
        <Bar x={0} y={10} width={150} height={30} strong />
        <Bar x={0} y={60} width={640} />
        <Bar x={0} y={82} width={430} />
        {[0, 132].map((x) => (
          <rect key={x} className="page-picture__chip" x={x} y="116" width="116" height="32" rx="16" />
        ))}
        <rect className="page-picture__chip" x="908" y="116" width="236" height="32" rx="16" />
        {colors.map((color, index) => (
          <g key={color} transform={`translate(${index * 231.2} 160)`}>
            <Card x={0} y={0} width={219.2} height={98} />
            <Bar x={16} y={18} width={90} />
            <Bar x={16} y={38} width={104} height={22} strong />
            <Bar x={16} y={74} width={60} height={8} />
            <path
              transform="translate(134 44)"
              d={curve(index, 70, 36, 0.5)}
              stroke={color}
              strokeWidth="2.5"
            />
          </g>
        ))}
        <Card x={0} y={270} width={739} height={330} />
        <Bar x={16} y={288} width={150} height={14} strong />
        <g transform="translate(56 330)">
          {colors.slice(0, 3).map((color, index) => (
            <path
              key={color}
              d={curve(index * 3 + 1, 660, 230 - index * 40, 0.4)}
              stroke={color}
              strokeWidth="3.5"
            />
          ))}
        </g>
        <Card x={751} y={270} width={393} height={330} />
        <Bar x={767} y={288} width={120} height={14} strong />
        <g transform="translate(800 360)">
          <path d={`${curve(5, 320, 150, 0.3)}L320 210L0 210Z`} fill="#2fc0a5" fillOpacity="0.45" />
        </g>
        <Card x={0} y={612} width={605} height={390} />
        <Bar x={16} y={630} width={190} height={14} strong />
        {Array.from({ length: 7 }, (_, row) => (
          <g key={row}>
            <Bar x={16} y={676 + row * 42} width={110 - (row % 3) * 18} />
            <Bar x={230} y={676 + row * 42} width={44} />
            <rect x="320" y={678 + row * 42} width="180" height="6" rx="3" fill={colors[row % 3]} />
          </g>
        ))}
        <Card x={617} y={612} width={527} height={390} />
        <Bar x={633} y={630} width={160} height={14} strong />
        {Array.from({ length: 22 }, (_, bar) => {
          const height = 40 + Math.abs(Math.sin(bar * 1.7)) * 150
          return (
            <rect
              key={bar}
              x={646 + bar * 22}
              y={940 - height}
              width="13"
              height={height}
              rx="2"
              fill="#b08cf9"
            />
          )
        })}
      </svg>
    </div>
  )
}

/** A dataset for visitors: its name, the invitation, and a blurred picture of the page behind. */
export function SignInPlaceholder({ dataset }: { readonly dataset: Dataset }): ReactNode {
  return (
    <div className="placeholder">
      <div className="placeholder__scene" aria-hidden="true" inert>
        <PagePicture />
      </div>
      <div className="placeholder__card">
        <p className="page-head__subtitle">{dataset.subtitle}</p>
        <h1 className="page-head__title">{dataset.title}</h1>
        {dataset.description !== '' && <p className="placeholder__inside">{dataset.description}</p>}
        <LogInOrRetry
          text="Please log in to access the platform and analyze this dataset."
          textClass="placeholder__text"
          actionsClass="placeholder__actions"
        >
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </LogInOrRetry>
      </div>
    </div>
  )
}
