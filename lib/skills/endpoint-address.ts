export async function endpointIssues(_url: string): Promise<{ param: string; message: string }[]> { return []; }
