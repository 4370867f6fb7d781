export type Language = 'en' | 'fr' | 'de' | 'fa';
export interface Hello { type: 'hello'; protocol: number; table: string; token?: string | null; language?: Language; seen?: number | null; undos?: number | null; notes?: number | null }
interface Command { id: string; seat?: number | null }
export interface Move extends Command { type: 'move'; move?: string | number | number[]; seen?: number }
export interface Preview extends Command { type: 'preview'; move?: string }
export interface Undo extends Command { type: 'undo' }
export interface Consent extends Command { type: 'consent'; yes?: boolean }
export interface Chat extends Command { type: 'chat'; text?: string }
export interface Resign extends Command { type: 'resign' }
export interface Leave extends Command { type: 'leave' }
export interface Claim extends Command { type: 'claim'; of?: number; level?: string }
export interface Back extends Command { type: 'back' }
export interface Rematch extends Command { type: 'rematch'; entropy?: string }
export interface Ping { type: 'ping' }
export type FromClient = Hello | Move | Preview | Undo | Consent | Chat | Resign | Leave | Claim | Back | Rematch | Ping;
export interface Said { key: string; params: Record<string, string | number>; text: string }
export interface SeatInfo { colour: string; name: string; kind: 'open' | 'person' | 'bot'; level: string | null; connected: boolean; left: boolean; resigned: boolean }
export interface Result { winners: number[]; ending: Said; points: number[] }
export interface NoteInfo { number: number; at: number; seat: number | null; said: Said; chat: string | null }
export interface UndoInfo { seat: number; agreed: number[] }
export interface Clock { kind?: 'none' | 'move' | 'match'; seconds?: number; increment?: number; late?: 'bot' | 'resign'; level?: string }
export interface Table { type: 'table'; protocol: number; table: string; game: string; title: string; options: Record<string, string>; clock: Clock; public: boolean; status: 'open' | 'running' | 'over'; seats: SeatInfo[]; you: number[]; commitment: string; entropy: string[]; seed: string | null; result: Result | null; undo: UndoInfo | null; rematch_asked: number[]; rematch: string | null; notes: NoteInfo[] }
export interface MoveInfo { code: number; text: string; parts?: Record<string, any> | null }
export type ChangeInfo = [field: string, at: number[], old: number, now: number];
export interface EventInfo { number: number; by: number | null; move: string | null; said: Said[]; changes: ChangeInfo[] }
export interface ClockInfo { left: number; running: boolean }
export interface View { type: 'view'; seat: number | null; to_act: number[]; view: Record<string, any>; legal: MoveInfo[]; prompt: Said | null; clocks: ClockInfo[] | null; undos: number; since: number; events: EventInfo[] }
export interface Done { type: 'done'; id: string }
export interface Previewed { type: 'previewed'; id: string; preview: Record<string, any> }
export interface Refused { type: 'refused'; id: string; reason: Said; paragraph: string | null }
export interface WireError { type: 'error'; code: string; text: string }
export interface Pong { type: 'pong' }
export type ToClient = Table | View | Done | Previewed | Refused | WireError | Pong;
export interface PlaceWish { kind: 'me' | 'open' | 'bot'; level?: string; name?: string | null }
export interface NewTable { game: string; seats: PlaceWish[]; options?: Record<string, string>; name?: string; title?: string; clock?: Clock; public?: boolean; entropy?: string }
export interface JoinWish { name?: string; seat?: number | null; entropy?: string }
export interface Seated { table: string; seats: number[]; token: string | null; commitment: string }
export interface GameInfo { name: string; title: string; seats: number[]; levels: string[] }
export interface Listed { table: string; game: string; status: string; created: number; title: string; options: Record<string, string>; clock: Clock; seats: Record<string, string>[]; winners: number[] | null }
export interface Lobby { tables: Listed[]; next: string | null }
export interface Problem { reason: string; text: string }
