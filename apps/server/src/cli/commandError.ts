/** Thrown for a command that makes no sense; its message is one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
