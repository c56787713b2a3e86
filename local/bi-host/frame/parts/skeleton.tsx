/** The shape of a board that is coming, before even its outline is known. */
export function BoardSkeleton({
  single,
  bare = false,
}: {
  readonly single: boolean
  /** Tiles alone, below a head that is there. */
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
