import { open, readFile } from 'node:fs/promises'

const step = 4 * 1024 * 1024

/** Which of these texts are in the memory of a process, in one byte or two a character; Linux alone. */
export async function readMemory(pid: number, texts: readonly string[]): Promise<readonly string[]> {
  const wanted = texts.map(text => ({
    text,
    forms: [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')],
  }))
  const longest = Math.max(...wanted.flatMap(({ forms }) => forms.map(form => form.length)))
  const found = new Set<string>()
  const memory = await open(`/proc/${pid}/mem`, 'r')
  const buffer = Buffer.alloc(step + longest)
  try {
    for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')) {
      const [, from = '', to = '', mode = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? []
      if (!mode.startsWith('rw')) continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += step) {
        const { bytesRead } = await memory
          .read(buffer, 0, Math.min(step + longest, end - at), at)
          .catch(() => ({ bytesRead: 0 }))
        const part = buffer.subarray(0, bytesRead)
        for (const { text, forms } of wanted) if (forms.some(form => part.includes(form))) found.add(text)
      }
    }
  } finally {
    await memory.close()
  }
  return texts.filter(text => found.has(text))
}
