import type { Clock } from '../core/http/appTypes.ts'
import { type Delivery, keyOf, type Mailbox, type MessageKey } from './createMailbox.ts'

/** Milliseconds for which marks are gathered before they are written together. */
const gathering = 20
const mostMarks = 500
/** Milliseconds for which a written mark stays in memory: a read that began before the write does not see it. */
const readTime = 3_000

/** The delivery marks of messages. They need no hurry: a lost one leads to a message that comes twice. */
export interface Acks {
  mark(delivery: Delivery): void
  /** Whether the client had it, while a read of the store may not say so yet. */
  isMarked(clientId: string, key: MessageKey): boolean
  /** Resolves when all marks so far are written, or were given up. */
  flush(): Promise<void>
}

export function createAcks(deps: {
  readonly mailbox: Pick<Mailbox, 'markDelivered'>
  readonly onFailure: (error: unknown) => void
  readonly clock: Clock
}): Acks {
  const marks = new Set<string>()
  let written: { readonly name: string; readonly until: number }[] = []
  let waiting: Delivery[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const nameOf = (clientId: string, key: MessageKey) => keyOf(key) + clientId

  function forget(): void {
    const now = deps.clock()
    const first = written.findIndex(({ until }) => until > now)
    for (const { name } of written.slice(0, first < 0 ? written.length : first)) marks.delete(name)
    written = first < 0 ? [] : written.slice(first)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostMarks)
      waiting = waiting.slice(mostMarks)
      const done = deps.mailbox
        .markDelivered(some)
        .catch(deps.onFailure)
        .then(() => {
          const until = deps.clock() + readTime
          for (const each of some) written.push({ name: nameOf(each.clientId, each), until })
          forget()
        })
      writing = Promise.all([writing, done]).then(() => {})
    }
    return writing
  }

  return {
    mark(delivery) {
      const name = nameOf(delivery.clientId, delivery)
      if (marks.has(name)) return
      marks.add(name)
      waiting.push(delivery)
      if (waiting.length >= mostMarks) void flush()
      else timer ??= setTimeout(() => void flush(), gathering)
    },
    isMarked: (clientId, key) => marks.has(nameOf(clientId, key)),
    flush,
  }
}
