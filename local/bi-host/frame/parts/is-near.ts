/** Whether a part of the frame is within `margin` px of what the person sees. */
export function isNear(
  box: { readonly top: number; readonly bottom: number },
  seen: { readonly top: number; readonly height: number },
  margin: number,
): boolean {
  return box.bottom >= seen.top - margin && box.top <= seen.top + seen.height + margin
}
