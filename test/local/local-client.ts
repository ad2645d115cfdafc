/** Where a running local product is, as `.local/stack.json` says too. */
export type StackAddresses = {
  appUrl: string;
  /** Absent with `--no-sandbox`. */
  sandboxUrl?: string;
  dynamodbUrl: string;
  tableName: string;
  /** Where the secrets of the functions are kept. */
  secretsFile: string;
};

/** What tests do to a running local product beside using it. */
export type StackControls = {
  /** Calls a function as AWS would, and gives what it returned; throws what it threw. */
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Stops the stream and the clock: what is written from now on waits. */
  pauseWorker: () => Promise<void>;
  resumeWorker: () => Promise<void>;
  /** Hands the stream to the worker until nothing is left in it, whether paused or not. */
  drain: () => Promise<void>;
};

/** Controls over HTTP, so that a test may be another process than the product. */
export function stackControls({ appUrl }: Pick<StackAddresses, 'appUrl'>): StackControls {
  const post = async (path: string, body: unknown): Promise<Response> => {
    const response = await fetch(`${appUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const order = async (word: string): Promise<void> => void (await post(`/_local/background/${word}`, {}));
  return {
    async invoke(name, event) {
      const response = await post(`/2015-03-31/functions/${name}/invocations`, event);
      const result: unknown = await response.json();
      if (response.headers.has('x-amz-function-error')) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
      return result;
    },
    pauseWorker: () => order('pause'),
    resumeWorker: () => order('resume'),
    drain: () => order('drain'),
  };
}
