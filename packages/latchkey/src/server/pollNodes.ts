/** What a node says of a signature. */
export type NodeVerdict = 'valid' | 'invalid' | 'unreachable'

/** Milliseconds after which the next RPC is asked beside one that keeps silent. */
const headStart = 1_000

/** Asks the server's own nodes: in turn until one answers, or all at once where a quorum has to agree. `ask` throws nothing. */
export async function pollNodes(
  { urls, quorum }: { readonly urls: readonly string[]; readonly quorum: number },
  ask: (url: string) => Promise<NodeVerdict>,
): Promise<NodeVerdict> {
  if (urls.length < quorum) return 'unreachable'
  return quorum <= 1 ? askInTurn(urls, ask) : vote(urls.map(ask), quorum)
}

/** Takes the first verdict; calls the next RPC when the one before was unreachable, or is slow. */
function askInTurn(
  urls: readonly string[],
  ask: (url: string) => Promise<NodeVerdict>,
): Promise<NodeVerdict> {
  return new Promise(resolve => {
    let begun = 0
    let answered = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = (): void => {
      clearTimeout(timer)
      const url = urls[begun]
      if (url === undefined) return
      begun += 1
      timer = setTimeout(next, headStart)
      void ask(url).then(answer => {
        answered += 1
        if (answer === 'unreachable' && answered < urls.length) return next()
        begun = urls.length
        clearTimeout(timer)
        resolve(answer)
      })
    }
    next()
  })
}

/** The verdict of a quorum, as soon as it agrees: a slow node, deliberate or not, delays nothing. */
function vote(asked: readonly Promise<NodeVerdict>[], quorum: number): Promise<NodeVerdict> {
  const counts = { valid: 0, invalid: 0, answered: 0 }
  return new Promise((resolve, reject) => {
    for (const each of asked) {
      each.then(answer => {
        counts.answered += 1
        if (answer !== 'unreachable') counts[answer] += 1
        if (counts.valid >= quorum) resolve('valid')
        // No longer can so many say yes, whatever the others answer.
        else if (counts.invalid > asked.length - quorum) resolve('invalid')
        else if (counts.answered === asked.length) resolve('unreachable')
      }, reject)
    }
  })
}
