/** What a node may generate. */
export type ConfiguredRole = 'image' | 'video';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface ServerConfig {
  /** Address to listen on. Fixed at start. */
  readonly host: string;
  /** 0 picks a free one. Fixed at start. */
  readonly port: number;
  /** Address under which people reach the service (`https://studio.example`); `null` means the address of each request. */
  readonly public_url: string | null;
  /** Further `Host` names that are served; IP literals and `localhost` always are. */
  readonly allowed_hosts: readonly string[];
  /** Origins of web pages that may call the API. */
  readonly cors_origins: readonly string[];
  /** Addresses or networks of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trusted_proxies: readonly string[];
  /** The header that tells a trusted proxy which file to send in place of an empty answer; `null`: we send the bytes. */
  readonly sendfile_header: 'X-Accel-Redirect' | 'X-Sendfile' | null;
}

export interface ProviderConfig {
  readonly id: string;
  readonly kind: 'comfyui' | 'simulator';
  /** Without a slash at its end; `null` only for a simulator that runs inside this service. */
  readonly base_url: string | null;
  readonly name: string;
  readonly roles: readonly ConfiguredRole[];
  /** Sent with every request to this node. Secret: never shown, never logged. */
  readonly headers: Readonly<Record<string, string>>;
  /** Used when a request names no node. True for exactly one node, unless the list is empty. */
  readonly default: boolean;
  /** Milliseconds that an embedded simulator takes per step. */
  readonly step_ms: number;
}

export interface LimitsConfig {
  /** Largest JSON body. */
  readonly body_bytes: number;
  /** Largest uploaded file. */
  readonly upload_bytes: number;
  /** Largest output of a job. */
  readonly output_bytes: number;
  /** The size of one owner's files together; `null` for no limit. */
  readonly owner_bytes: number | null;
  readonly prompt_chars: number;
  readonly array_items: number;
  /** Largest picture that is decoded, width × height. */
  readonly pixels: number;
  /** Free disk space below which uploads are refused and jobs wait. */
  readonly min_free_bytes: number;
  readonly streams_per_caller: number;
  readonly waits_per_caller: number;
}

export interface JobsConfig {
  /** Maximum jobs submitted to one node at a time; the rest wait in our queue. */
  readonly handed_over_per_node: number;
  /** Unfinished jobs over all batches of an owner without a cap. */
  readonly batch_in_flight: number;
  /** Submissions of one job, when its node loses it repeatedly. */
  readonly max_attempts: number;
  /** How long a request waits for the node's verdict. */
  readonly submit_wait_ms: number;
  /** How long the node may take to answer a submission. */
  readonly submit_timeout_ms: number;
  /** Seconds after which an unfinished job fails. */
  readonly run_timeout: number;
  /** A job must be absent from its node twice, this far apart, before it counts as lost. */
  readonly lost_grace_ms: number;
  /** How often running jobs are looked up. */
  readonly poll_interval_ms: number;
  /** A read of an unfinished job older than this looks it up first. */
  readonly stale_read_ms: number;
  /** A job for `auto` that was not submitted yet moves to another node when its own is away for longer. */
  readonly auto_away_ms: number;
  /** A submitted job for `auto` moves to another node when its own is away for longer. */
  readonly move_after_ms: number;
  /** Seconds after which a job fails whose provider was removed from the configuration. */
  readonly provider_removed_after: number;
}

export interface MediaConfig {
  /** Removes the prompt and the graph from pictures that are served. */
  readonly strip_metadata: boolean;
  /** Days after which what is in the trash is deleted for good; 0: at once. */
  readonly trash_days: number;
  /** What moves to the trash by itself: everything that one of the rules names. */
  readonly retention: readonly RetentionRule[];
}

/** Names media by their age and, where they are set, by the other fields. */
export interface RetentionRule {
  readonly older_than_days: number;
  readonly type: 'image' | 'video' | 'audio' | 'file' | null;
  readonly source: 'generated' | 'uploaded' | 'derived' | null;
  /** Leaves out what has a rating. */
  readonly unrated: boolean;
  /** Leaves out favourites. */
  readonly not_favourite: boolean;
}

export interface TrainingConfig {
  /** Address of the training toolkit. */
  readonly base_url: string | null;
  /** Absolute folder that holds the toolkit's `datasets` and its output folder. */
  readonly root: string | null;
  /** Absolute folder from which the nodes read LoRAs. */
  readonly lora_dir: string | null;
  /** GPUs of the toolkit's host that runs use, such as `0` or `0,1`. */
  readonly gpu_ids: string;
  /** Unfinished runs of one owner. */
  readonly max_runs_per_owner: number;
  /** How often unfinished runs are looked up on the toolkit. */
  readonly poll_interval_ms: number;
  /** Sent to the toolkit; from the environment only. Secret: never shown, never logged. */
  readonly token: string | null;
}

/** Servers that speak texts. Their keys come from the environment only. */
export interface SpeechConfig {
  /** Used where its key is set. */
  readonly elevenlabs: {
    readonly base_url: string;
    readonly model: string;
    /** `KINORA_ELEVENLABS_API_KEY`. Secret: never shown, never logged. */
    readonly api_key: string | null;
  };
  /** Any server with `/v1/audio/speech`; used where its address is set. */
  readonly openai: {
    readonly base_url: string | null;
    readonly model: string;
    /** For servers that don't list their voices. */
    readonly voices: readonly string[];
    /** `KINORA_OPENAI_API_KEY`. Secret: never shown, never logged. */
    readonly api_key: string | null;
  };
  /** How long a server may take to speak one text. */
  readonly timeout_ms: number;
}

/** The language model of the chat, behind any server with `/v1/chat/completions`. Without both: rules only. */
export interface ChatConfig {
  readonly base_url: string | null;
  readonly model: string | null;
  /** How long the model may take for one answer. */
  readonly timeout_ms: number;
  /** Also `KINORA_CHAT_API_KEY`. Secret: never shown, never logged. */
  readonly api_key: string | null;
}

export interface WebhooksConfig {
  /** Lets webhooks reach addresses that aren't public, and use http. */
  readonly allow_private: boolean;
  /** How long one attempt may take. */
  readonly timeout_ms: number;
  /** Pauses between the attempts of a delivery; after the last one it is given up and the webhook is disabled. */
  readonly retry_pauses_ms: readonly number[];
}

/** The whole configuration, checked, with every default filled in. Read it through `ConfigService.current()`. */
export interface AppConfig {
  readonly server: ServerConfig;
  /** Absolute. Fixed at start. */
  readonly data_dir: string;
  readonly database: {
    /** `sqlite:<absolute path>` or `postgres://…`. May hold a password. Fixed at start. */
    readonly url: string;
  };
  readonly security: {
    readonly require_api_key: boolean;
    /** Lets every caller name files in a node's own folders. */
    readonly allow_node_files: boolean;
  };
  readonly providers: readonly ProviderConfig[];
  readonly limits: LimitsConfig;
  readonly jobs: JobsConfig;
  readonly media: MediaConfig;
  readonly training: TrainingConfig;
  readonly speech: SpeechConfig;
  readonly chat: ChatConfig;
  readonly webhooks: WebhooksConfig;
  readonly log: { readonly level: LogLevel };
}
