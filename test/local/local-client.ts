export type StackAddresses = {
  appUrl: string;
  /** Absent with `--no-sandbox`. */
  sandboxUrl?: string;
  dynamodbUrl: string;
  tableName: string;
  secretsFile: string;
};

export type StackControls = {
  /** Calls a function like AWS and throws the error that it threw. */
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Changes written from now on wait. */
  pauseWorker: () => Promise<void>;
  resumeWorker: () => Promise<void>;
  /** Processes the stream until it is empty, even while paused. */
  drain: () => Promise<void>;
};

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
