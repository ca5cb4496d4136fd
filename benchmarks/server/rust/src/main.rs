//! An MCP server built with the official Rust SDK, stateless over Streamable HTTP.
//!
//!     sitedoor-benchmark-rust INDEX_FOLDER PORT [--fixed]
//!
//!     sitedoor-benchmark-rust INDEX_FOLDER --time QUESTIONS
//!
//! `--time` starts no server and prints the time of each search in process, as JSON. `--fixed` answers every call with the answer to one question, so that the SDK's own cost shows.
//! Prints "ready" when it listens.
mod corpus;

use std::path::Path;
use std::sync::Arc;

use corpus::{Answer, Corpus};
use cpu_time::ThreadTime;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

type Failure = Box<dyn std::error::Error + Send + Sync>;

enum Answerer {
    Search(Corpus),
    Fixed(Answer),
}

impl Answerer {
    fn answer(&self, query: &str, limit: usize) -> Result<Answer, String> {
        match self {
            Answerer::Search(corpus) => corpus
                .search(query, limit)
                .map_err(|error| error.to_string()),
            Answerer::Fixed(answer) => Ok(answer.clone()),
        }
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct SearchArguments {
    query: String,
    limit: Option<usize>,
}

#[derive(Clone)]
struct Server {
    answerer: Arc<Answerer>,
}

#[tool_router]
impl Server {
    /// Finds the pages of this site that answer a question.
    #[tool(
        name = "search",
        annotations(title = "Search the site", read_only_hint = true)
    )]
    async fn search(
        &self,
        Parameters(arguments): Parameters<SearchArguments>,
    ) -> Result<Json<Answer>, String> {
        let limit = arguments.limit.unwrap_or(10).clamp(1, 50);
        self.answerer.answer(&arguments.query, limit).map(Json)
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// Microseconds of this thread's CPU time, so that other programs do not count; the first rounds
/// warm up.
fn time_searches(corpus: &Corpus, questions: &Path) -> Result<(), Failure> {
    const ROUNDS: usize = 40;
    const WARM_UP: usize = 10;
    let questions = std::fs::read_to_string(questions)?;
    let mut times = Vec::new();
    for round in 0..WARM_UP + ROUNDS {
        for question in questions.lines() {
            let start = ThreadTime::now();
            corpus.search(question, 10)?;
            if round >= WARM_UP {
                times.push(start.elapsed().as_micros());
            }
        }
    }
    println!("{}", serde_json::to_string(&times)?);
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, port, ..] = arguments.as_slice() else {
        return Err("usage: sitedoor-benchmark-rust INDEX_FOLDER PORT [--fixed]".into());
    };
    let corpus = Corpus::open(Path::new(index))?;
    if let [_, flag, questions] = arguments.as_slice()
        && flag == "--time"
    {
        return time_searches(&corpus, Path::new(questions));
    }
    let answerer = Arc::new(if arguments.iter().any(|argument| argument == "--fixed") {
        Answerer::Fixed(corpus.search("how do I install an extension module on Windows", 10)?)
    } else {
        Answerer::Search(corpus)
    });
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        move || {
            Ok(Server {
                answerer: answerer.clone(),
            })
        },
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    println!("ready");
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
