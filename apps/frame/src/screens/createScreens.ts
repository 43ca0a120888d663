import { createError } from 'latchkey/contract'
import type { FramePayload } from 'latchkey/services'
import type { Frame } from '../frame.ts'
import type { MountedScreens } from './mountScreens.tsx'
import type { ScreenLoader, ScreenModule, ScreenName } from './screen.ts'

export type ScreenResult = 'done' | 'closed'

/** A screen that is shown, or waits under another one. */
export interface ShownScreen {
  readonly result: Promise<ScreenResult>
  close(): void
}

/** The screens that the frame draws in the card: a stack that shows its last. React loads with the first. */
export interface Screens {
  /** @throws LatchkeyError FRAME_UNSUPPORTED by its `result` where the screen is not part of this frame. */
  show(name: ScreenName, data: unknown): ShownScreen
  /** Closes all of them, or those that `which` selects by name. */
  closeAll(which?: (name: ScreenName) => boolean): void
  dress(theme: FramePayload<'SYNC_THEME'>): void
  /** How many are shown or wait. */
  readonly count: number
}

/** One entry of the stack, with its chunk. */
export interface ScreenEntry {
  readonly key: number
  readonly name: ScreenName
  readonly data: unknown
  readonly module: ScreenModule
  finish(result: ScreenResult): void
}

export function createScreens(options: {
  readonly document: Document
  readonly loaders: { readonly [S in ScreenName]?: ScreenLoader }
  readonly emit: Frame['emit']
  readonly frame: () => Frame
  /** The visitor is active in here; by default reported to the login of this page. */
  readonly touched?: () => void
}): Screens {
  const { document, loaders, emit, frame, touched } = options
  let stack: readonly ScreenEntry[] = []
  let closers: readonly { readonly name: ScreenName; close(): void }[] = []
  let theme: FramePayload<'SYNC_THEME'> = {}
  let mounting: Promise<MountedScreens> | undefined
  let mounted: MountedScreens | undefined
  let key = 0

  function mount(): Promise<MountedScreens> {
    const made = import('./mountScreens.tsx').then(({ mountScreens }) =>
      mountScreens({
        document,
        frame: frame(),
        theme,
        emit,
        ...(touched && { touched }),
        leave: () => stack.at(-1)?.finish('closed'),
      }),
    )
    // The next screen that is wished for loads it anew.
    made.catch(() => {
      mounting = undefined
    })
    return made
  }

  async function draw(): Promise<void> {
    const top = stack.at(-1)
    if (!top && !mounted) return
    mounting ??= mount()
    mounted = await mounting
    mounted.draw(stack.at(-1))
  }

  function show(name: ScreenName, data: unknown): ShownScreen {
    const { promise, resolve, reject } = Promise.withResolvers<ScreenResult>()
    const load = loaders[name]
    let entry: ScreenEntry | undefined
    let over = false
    const forget = () => {
      stack = stack.filter(each => each !== entry)
      closers = closers.filter(each => each.close !== close)
    }
    const finish = (result: ScreenResult) => {
      if (over) return
      over = true
      forget()
      resolve(result)
      draw().catch(() => undefined)
    }
    const close = () => finish('closed')
    if (!load) {
      reject(createError('FRAME_UNSUPPORTED', { context: { screen: name } }))
      return { result: promise, close }
    }
    closers = [...closers, { name, close }]
    const open = async () => {
      const module = await load()
      if (over) return
      entry = { key: key++, name, data, module, finish }
      stack = [...stack, entry]
      await draw()
    }
    open().catch(cause => {
      over = true
      forget()
      reject(createError('CHUNK_FAILED', { cause }))
    })
    return { result: promise, close }
  }

  return {
    show,
    closeAll(which = () => true) {
      for (const { name, close } of [...closers].reverse()) if (which(name)) close()
    },
    dress(next) {
      theme = next
      mounted?.dress(next)
    },
    get count() {
      return closers.length
    },
  }
}
