import type { Server } from 'node:http'
import type { Hono } from 'hono'
import type { AppTypes } from '../http/appTypes.ts'
import type { Term } from '../scale/shared.ts'
import type { ReadVariable } from '../settings/readers.ts'
import type { Migration } from '../store/migration.ts'
import type { CoreSettings } from './readCoreSettings.ts'
import type { ServicesContext } from './servicesContext.ts'

/**
 * One room of the server, as `rooms.ts` lists it. `Own` are the settings that it reads from the environment, `Needs` all
 * that it uses, its own among them. Every member is optional.
 */
export interface Room<Own = unknown, Needs = Own> {
  /** Reads the room's own environment variables. */
  readonly settings?: (read: ReadVariable) => Own
  /** One line for each variable that does not fit to another one; it starts with the variable's name. */
  readonly check?: (settings: CoreSettings & Needs) => readonly string[]
  /** Texts of the settings that no log line may hold. */
  readonly secrets?: (settings: CoreSettings & Needs) => readonly (string | undefined)[]
  /** The room's steps of the schema. */
  readonly migrations?: readonly Migration[]
  /** While the store opens: loads what a room that is switched on needs later. */
  readonly load?: (settings: CoreSettings & Needs) => Promise<unknown> | undefined
  /** Before the app is made, in a server that has a data folder: opens keys and provides them. */
  readonly open?: (ctx: ServicesContext<Needs>) => void | Promise<void>
  /** Puts the room's calls on the app. */
  readonly mount?: (app: Hono<AppTypes>, ctx: ServicesContext<Needs>) => void
  /** Before the port is open: takes part in the HTTP server, such as by its sockets. */
  readonly attach?: (ctx: ServicesContext<Needs>, server: Server) => Promise<Serving | undefined>
  /** Once the port is open, whose number it gets: opens a port of the room's own. */
  readonly serve?: (ctx: ServicesContext<Needs>, port: number) => Promise<Serving | undefined>
  /** What one process of the installation does at a time, by the name of its lead. */
  readonly sweep?: (ctx: ServicesContext<Needs>) => Readonly<Record<string, (term: Term) => Promise<void>>>
  /** When the server has stopped: lets go of what the room made. */
  readonly close?: (ctx: ServicesContext<Needs>) => void
}

/** A part of a room that runs until the server stops. */
export interface Serving {
  readonly port?: number
  /** Takes nothing new, and gives what runs so many milliseconds. */
  drain(timeout: number): Promise<void>
  /** Ends the remaining work. */
  close(): Promise<void>
}
