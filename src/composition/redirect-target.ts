/** Where the identity provider returns to: the origin plus `/datasets`; the bare origin on localhost (specification, section 4). */
export function redirectTarget(location: Pick<Location, 'origin' | 'hostname'>): string {
  return location.hostname === 'localhost' ? location.origin : `${location.origin}/datasets`
}
