/**
 * A thenable that calls each of its callbacks twice, as a broken wallet's does.
 * `await` hides the second answer; code that hands callbacks to `then` sees it.
 */
export function answerTwice(answer: Promise<unknown>): PromiseLike<unknown> {
  const twice = {
    // biome-ignore lint/suspicious/noThenProperty: being a thenable that is no promise is the point of this one
    then(fulfilled?: ((value: unknown) => unknown) | null, rejected?: ((error: unknown) => unknown) | null) {
      return answer.then(call2(fulfilled), call2(rejected))
    },
    catch: (rejected?: ((error: unknown) => unknown) | null) => answer.catch(call2(rejected)),
    finally: (settled?: (() => void) | null) => answer.finally(settled),
  }
  return twice as unknown as PromiseLike<unknown>
}

function call2(callback: ((value: unknown) => unknown) | null | undefined) {
  if (typeof callback !== 'function') return undefined
  return (value: unknown) => {
    callback(value)
    return callback(value)
  }
}
