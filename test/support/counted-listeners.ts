/**
 * The listeners that these targets get from now on, as `target type`, sorted. A listener registered twice counts once, as it is called
 * once.
 */
export function countedListeners(targets: Readonly<Record<string, EventTarget>>): () => readonly string[] {
  const counted = Object.entries(targets).map(([name, target]) => ({ name, registered: countOn(target) }))
  return () =>
    counted
      .flatMap(({ name, registered }) => registered.map(({ type }) => `${name} ${type}`))
      .toSorted((one, other) => one.localeCompare(other))
}

interface Registered {
  readonly type: string
  readonly listener: unknown
  readonly capture: boolean
}

function countOn(target: EventTarget): readonly Registered[] {
  const registered: Registered[] = []
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  const captures = (options: AddEventListenerOptions | boolean | undefined): boolean =>
    (typeof options === 'object' ? options.capture : options) === true
  const forget = (type: string, listener: unknown, capture: boolean): void => {
    const index = registered.findIndex(
      (one) => one.type === type && one.listener === listener && one.capture === capture,
    )
    if (index !== -1) registered.splice(index, 1)
  }
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ) => {
    const capture = captures(options)
    const gone = (): void => forget(type, listener, capture)
    gone()
    registered.push({ type, listener, capture })
    if (typeof options === 'object') {
      if (options.once === true) add(type, gone, { once: true, capture })
      options.signal?.addEventListener('abort', gone)
    }
    add(type, listener, options)
  }
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: EventListenerOptions | boolean,
  ) => {
    forget(type, listener, captures(options))
    remove(type, listener, options)
  }
  return registered
}
