import { type Delivery, keyOf, type Mailbox, type MessageKey } from './createMailbox.ts'

/** Milliseconds for which marks are gathered before they are written together. */
const gathering = 20
const mostMarks = 500

/** Who has had what. Marks need no hurry: one that is lost leads to a message that comes twice. */
export interface Acks {
  mark(delivery: Delivery): void
  /** Whether the client had it, while that is not in the store yet. */
  isMarked(clientId: string, key: MessageKey): boolean
  /** Resolves when all marks so far are written, or were given up. */
  flush(): Promise<void>
}

export function createAcks(deps: {
  readonly mailbox: Pick<Mailbox, 'markDelivered'>
  readonly onFailure: (error: unknown) => void
}): Acks {
  const marks = new Map<string, Delivery>()
  let waiting: Delivery[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const nameOf = (clientId: string, key: MessageKey) => keyOf(key) + clientId

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostMarks)
      waiting = waiting.slice(mostMarks)
      const written = deps.mailbox
        .markDelivered(some)
        .catch(deps.onFailure)
        .then(() => {
          for (const each of some) marks.delete(nameOf(each.clientId, each))
        })
      writing = Promise.all([writing, written]).then(() => {})
    }
    return writing
  }

  return {
    mark(delivery) {
      const name = nameOf(delivery.clientId, delivery)
      if (marks.has(name)) return
      marks.set(name, delivery)
      waiting.push(delivery)
      if (waiting.length >= mostMarks) void flush()
      else timer ??= setTimeout(() => void flush(), gathering)
    },
    isMarked: (clientId, key) => marks.has(nameOf(clientId, key)),
    flush,
  }
}
