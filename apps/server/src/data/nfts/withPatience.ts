/** Milliseconds that an answer waits for missing metadata. */
const patience = 700

/** Waits for work for 700 ms at most; the work goes on after that. */
export async function withPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
