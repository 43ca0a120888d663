/** The known data of each account, and how it changes. Pure. */

/** The known data of one key. */
export interface ResourceEntry<Data> {
  /** The data that was read last; absent while nothing is known. */
  readonly data?: Data
  /** When the data, or its first page, was read, in milliseconds since the epoch. */
  readonly at?: number
  /** When the last question ended, with an answer or without. */
  readonly triedAt?: number
  /** The last question failed, and when the next may be asked by itself. Times in milliseconds since the epoch. */
  readonly failed?: { readonly at: number; readonly retryAt: number }
  /** The question that is under way: for the beginning, or for a further page. */
  readonly reading?: 'first' | 'more'
  /** The number of that question: no other answer counts. */
  readonly ticket?: number
}

export interface ResourceState<Data> {
  /** The account of the current entry; undefined without one. */
  readonly key: string | undefined
  /** By key, the one that was asked for last at the end. */
  readonly entries: Readonly<Record<string, ResourceEntry<Data>>>
}

export type ResourceEvent<Data> =
  /** Another account or network is looked at; entries beyond the `most` newest are forgotten. */
  | { readonly type: 'moved'; readonly key: string | undefined; readonly most: number }
  /** Found in the store: a newer answer may be asked for. */
  | { readonly type: 'recalled'; readonly key: string; readonly data: Data; readonly at: number }
  | {
      readonly type: 'asked'
      readonly key: string
      readonly ticket: number
      readonly more: boolean
      readonly most: number
    }
  | {
      readonly type: 'answered'
      readonly key: string
      readonly ticket: number
      readonly data: Data
      readonly at: number
    }
  | {
      readonly type: 'failed'
      readonly key: string
      readonly ticket: number
      readonly at: number
      readonly retryAt: number
      /** Known data is not shown beside a failure. */
      readonly clears: boolean
      /** The failure of a background refresh is not reported: the known value stays. */
      readonly quiet: boolean
    }
  /** The question was dropped: the data from before it stays. */
  | { readonly type: 'dropped'; readonly key: string }

/** An answer to an abandoned request changes nothing. */
export function resourceTransition<Data>(
  state: ResourceState<Data>,
  event: ResourceEvent<Data>,
): ResourceState<Data> {
  if (event.type === 'moved') {
    if (state.key === event.key) return state
    return { key: event.key, entries: newest(state.entries, event.key, event.most) }
  }
  const { key } = event
  const before = state.entries[key]
  switch (event.type) {
    case 'recalled':
      if (before?.data !== undefined) return state
      return withEntry(state, key, { ...before, data: event.data, at: event.at })
    case 'asked': {
      const { [key]: _, ...others } = state.entries
      const asked = { ...before, reading: event.more ? 'more' : 'first', ticket: event.ticket } as const
      return { ...state, entries: newest({ ...others, [key]: asked }, state.key, event.most) }
    }
    case 'dropped': {
      if (before?.ticket === undefined) return state
      const known = settled(before)
      // Nothing was known of it, so nothing is left of it.
      if (known.data === undefined && !known.failed) {
        const { [key]: _, ...entries } = state.entries
        return { ...state, entries }
      }
      return withEntry(state, key, known)
    }
  }
  if (!before || before.ticket !== event.ticket) return state
  const { failed: _, ...known } = settled(before)
  if (event.type === 'answered') {
    // A further page does not make the beginning younger.
    const at = before.reading === 'more' ? (known.at ?? event.at) : event.at
    return withEntry(state, key, { ...known, data: event.data, at, triedAt: event.at })
  }
  const tried = { ...settled(before), triedAt: event.at }
  if (event.quiet) return withEntry(state, key, tried)
  const { data: _data, at: _at, ...cleared } = tried
  const failed = { at: event.at, retryAt: event.retryAt }
  return withEntry(state, key, { ...(event.clears ? cleared : tried), failed })
}

function settled<Data>({ reading: _, ticket: _ticket, ...entry }: ResourceEntry<Data>): ResourceEntry<Data> {
  return entry
}

function withEntry<Data>(
  state: ResourceState<Data>,
  key: string,
  entry: ResourceEntry<Data>,
): ResourceState<Data> {
  return { ...state, entries: { ...state.entries, [key]: entry } }
}

/** The newest entries, and that of the account that is looked at, for which a place is kept before it is asked for. */
function newest<Entries extends ResourceState<unknown>['entries']>(
  entries: Entries,
  active: string | undefined,
  most: number,
): Entries {
  const others = Object.keys(entries).filter(key => key !== active)
  const surplus = others.slice(0, Math.max(0, others.length + (active === undefined ? 0 : 1) - most))
  if (surplus.length === 0) return entries
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !surplus.includes(key))) as Entries
}
