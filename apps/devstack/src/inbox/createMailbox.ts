/** One message that was taken in. */
export interface Mail {
  /** Whom it was handed in for, separated by commas: the envelope, not what the message says of itself. */
  readonly to: string
  /** As the message names its sender. */
  readonly from: string
  readonly subject: string
  readonly text: string
  /** Absent parts of a message are empty. */
  readonly html: string
  /** ISO 8601. */
  readonly at: string
}

/** The mail of one dev stack, in memory and bounded: the oldest gives way. */
export interface Mailbox {
  /** Newest first. */
  list(): readonly Mail[]
  /** By the number it was given, which stays the same while others come and go. */
  find(number: number): Mail | undefined
  /** Newest first, with their numbers. */
  entries(): readonly (readonly [number, Mail])[]
  add(mail: Mail): void
  empty(): void
}

/** The most stored messages. */
const mostMessages = 500

export function createMailbox(most = mostMessages): Mailbox {
  let kept: (readonly [number, Mail])[] = []
  let next = 1
  return {
    list: () => kept.map(([, mail]) => mail),
    find: number => kept.find(([own]) => own === number)?.[1],
    entries: () => kept,
    add(mail) {
      kept = [[next++, mail] as const, ...kept].slice(0, most)
    },
    empty() {
      kept = []
    },
  }
}
